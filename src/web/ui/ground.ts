type Press = { target: EventTarget | null; currentTarget: EventTarget | null }

// The ground around a dialog counts as the dialog's element itself.
const isOutside = ({ target, currentTarget }: Press): boolean => target === currentTarget

/**
 * Tells a click on the ground around a dialog from one that began or ended in it, such as the selecting of a text: the
 * browser calls both a click on the dialog's element.
 */
export function createGround() {
  let isPressed = false
  return {
    press(event: Press): void {
      isPressed = isOutside(event)
    },
    release(event: Press): void {
      isPressed &&= isOutside(event)
    },
    isClicked: (event: Press): boolean => isPressed && isOutside(event),
  }
}
