import { MessageSquareText, Package, UserRound, type LucideIcon } from 'lucide-react'

type MenuItem = {
  to: string
  /** Pages below it that have no item of their own. */
  contains?: string
  label: string
  icon: LucideIcon
  hiddenFromAdmins: boolean
}

const items: readonly MenuItem[] = [
  { to: '/dashboard', contains: '/dashboard/payment/', label: 'My Orders', icon: Package, hiddenFromAdmins: true },
  { to: '/dashboard/addreview', label: 'Add a Review', icon: MessageSquareText, hiddenFromAdmins: true },
  { to: '/dashboard/myprofile', label: 'My Profile', icon: UserRound, hiddenFromAdmins: false },
]

/** What the side menu offers to an admin, or to anyone else. */
export const menuFor = (admin: boolean): readonly MenuItem[] =>
  items.filter((item) => !(admin && item.hiddenFromAdmins))

export function isCurrent({ to, contains }: MenuItem, pathname: string): boolean {
  return pathname === to || (contains !== undefined && pathname.startsWith(contains))
}
