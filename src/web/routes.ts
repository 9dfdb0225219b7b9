import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('home', 'pages/home.tsx', { id: 'home-by-name' }),
  route('tools', 'pages/tools.tsx'),

  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
