import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  ssr: true,
  // Lazy discovery packs all links into one address and gives up silently past 7,680 characters.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: true,
} satisfies Config
