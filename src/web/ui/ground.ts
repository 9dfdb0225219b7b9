type Press = { target: EventTarget | null; currentTarget: EventTarget | null }

// The backdrop of a dialog counts as the dialog element itself.
const isOutside = ({ target, currentTarget }: Press): boolean => target === currentTarget

/**
 * Tells a click on the backdrop from one that began or ended inside the dialog, such as selecting text: the browser reports
 * both as a click on the dialog element.
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
