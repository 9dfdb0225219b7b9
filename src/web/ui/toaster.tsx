import { Check, CircleAlert } from 'lucide-react'
import { cssTransition, type IconProps, toast, ToastContainer } from 'react-toastify/unstyled'

export { toast }

const transition = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapse: false })

function icon({ type }: IconProps) {
  const Icon = type === 'error' ? CircleAlert : Check
  return <Icon size={20} strokeWidth={1.75} aria-hidden />
}

/** Where toasts appear: top right, for 5 s, longer while the pointer or the focus is on them. */
export function Toaster() {
  return (
    <div className="contents" onFocus={() => toast.pause()} onBlur={() => toast.play()}>
      <ToastContainer
        position="top-right"
        autoClose={5000}
        pauseOnHover
        closeOnClick
        closeButton={false}
        icon={icon}
        transition={transition}
      />
    </div>
  )
}
