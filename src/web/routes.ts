import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { textPages } from '#content/company.ts'

export default [
  index('pages/home.tsx'),
  route('home', 'pages/home.tsx', { id: 'home-by-name' }),
  route('tools', 'pages/tools.tsx'),
  route('tool/:toolId', 'pages/purchase.tsx'),
  route('blogs', 'pages/blogs.tsx'),
  route('myportfolio', 'pages/portfolio.tsx'),
  route('objectives', 'pages/objectives.tsx'),
  route('review', 'pages/reviews.tsx'),
  route('businesssummery', 'pages/business-summary.tsx'),
  route('buyproduct', 'pages/quote.tsx'),
  ...textPages.map(({ path }) => route(path, 'pages/text-page.tsx', { id: path })),
  route('login', 'pages/login.tsx'),
  route('signup', 'pages/signup.tsx'),
  route('forgotpassword', 'pages/forgot-password.tsx'),
  route('resetpassword', 'pages/reset-password.tsx'),
  route('verifyemail', 'pages/verify-email.tsx'),
  route('sandbox/sign-in/choose', 'pages/sandbox-sign-in.tsx'),
  route('dashboard', 'pages/dashboard/layout.tsx', [
    index('pages/dashboard/orders.tsx'),
    route('orders', 'pages/dashboard/orders.tsx', { id: 'own-orders' }),
    route('addreview', 'pages/dashboard/add-review.tsx'),
    route('payment/:orderId', 'pages/dashboard/payment.tsx'),
    route('receipt/:orderId', 'pages/dashboard/receipt.tsx'),
    route('myprofile', 'pages/dashboard/profile.tsx'),
    route('users', 'pages/admin/users.tsx'),
    route('quotes', 'pages/admin/quotes.tsx'),
  ]),
  layout('pages/dashboard/layout.tsx', { id: 'dashboard-by-address' }, [
    route('makeadmin', 'pages/admin/users.tsx', { id: 'users-by-address' }),
    route('addtool', 'pages/admin/add-tool.tsx'),
    route('managetools', 'pages/admin/manage-tools.tsx'),
    route('managetools/:toolId', 'pages/admin/edit-tool.tsx'),
  ]),

  ...(import.meta.env.DEV ? [route('styleguide', 'pages/styleguide.tsx')] : []),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
