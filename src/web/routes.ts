import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('home', 'pages/home.tsx', { id: 'home-by-name' }),
  route('tools', 'pages/tools.tsx'),
  route('tool/:toolId', 'pages/purchase.tsx'),
  route('login', 'pages/login.tsx'),
  route('signup', 'pages/signup.tsx'),
  route('dashboard', 'pages/dashboard/layout.tsx', [
    index('pages/dashboard/orders.tsx'),
    route('addreview', 'pages/dashboard/add-review.tsx'),
    route('payment/:orderId', 'pages/dashboard/payment.tsx'),
    route('myprofile', 'pages/dashboard/profile.tsx'),
  ]),

  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
