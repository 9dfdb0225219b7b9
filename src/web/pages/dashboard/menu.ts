import {
  Box,
  ClipboardList,
  ClipboardPaste,
  Gauge,
  Mail,
  History,
  Landmark,
  ListChecks,
  ListPlus,
  MapPin,
  MessageSquareText,
  Package,
  Plus,
  Truck,
  Scale,
  UserRound,
  UserRoundCog,
  type LucideIcon,
} from 'lucide-react'

type MenuItem = {
  to: string
  /** The address prefixes of pages that belong to this item and have none of their own. */
  contains?: readonly string[]
  label: string
  icon: LucideIcon
  for: 'users' | 'admins' | 'everyone'
}

const items: readonly MenuItem[] = [
  {
    to: '/dashboard',
    contains: ['/dashboard/myorders', '/dashboard/orders/', '/dashboard/payment/', '/dashboard/receipt/'],
    label: 'My Orders',
    icon: Package,
    for: 'users',
  },
  { to: '/dashboard/cart', label: 'Your order', icon: ListPlus, for: 'users' },
  { to: '/dashboard/quick-order', label: 'Quick order', icon: ClipboardPaste, for: 'users' },
  { to: '/dashboard/lists', label: 'Saved lists', icon: ListChecks, for: 'users' },
  { to: '/dashboard/addresses', label: 'Addresses', icon: MapPin, for: 'users' },
  { to: '/dashboard/account', label: 'Account', icon: Landmark, for: 'users' },
  { to: '/dashboard/quotes', contains: ['/quote/'], label: 'Quotes', icon: ClipboardList, for: 'users' },
  { to: '/dashboard/addreview', label: 'Add a Review', icon: MessageSquareText, for: 'users' },
  { to: '/dashboard', label: 'Today', icon: Gauge, for: 'admins' },
  { to: '/dashboard/orders', contains: ['/dashboard/orders/'], label: 'Orders', icon: Truck, for: 'admins' },
  { to: '/dashboard/payments', label: 'Payments to check', icon: Scale, for: 'admins' },
  { to: '/dashboard/quotes', label: 'Quote requests', icon: ClipboardList, for: 'admins' },
  { to: '/managetools', contains: ['/managetools/'], label: 'Manage product', icon: Box, for: 'admins' },
  { to: '/addtool', label: 'Add Product', icon: Plus, for: 'admins' },
  {
    to: '/dashboard/users',
    contains: ['/makeadmin', '/dashboard/account'],
    label: 'Make Admin',
    icon: UserRoundCog,
    for: 'admins',
  },
  { to: '/dashboard/mails', contains: ['/dashboard/mails/'], label: 'Mail', icon: Mail, for: 'admins' },
  { to: '/dashboard/audit', label: 'Audit log', icon: History, for: 'admins' },
  { to: '/dashboard/myprofile', label: 'My Profile', icon: UserRound, for: 'everyone' },
]

/** The items of the side menu for an admin, or for anyone else. */
export const menuFor = (admin: boolean): readonly MenuItem[] =>
  items.filter((item) => item.for === 'everyone' || item.for === (admin ? 'admins' : 'users'))

export function isCurrent({ to, contains = [] }: MenuItem, pathname: string): boolean {
  return pathname === to || contains.some((start) => pathname.startsWith(start))
}
