import type { IConfiguration, IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser'

/**
 * Who may import whom: main → shop and server → features/<one>/api and web → features/<one>/service → platform → shared.
 * Tests and their helpers may import anything; nothing may import them.
 */
const tests = String.raw`\.test\.tsx?$|/testing\.ts$|^src/testing/`
/** What starts the process and puts it together: the files in src/ itself, and the parts of config.ts and shop.ts. */
const composition = '^src/([^/]+$|config/|shop/)'

/** For a rule that lets types through. */
const notTypes = { dependencyTypesNot: ['type-only' as const] }

/** What each feature may import of the others: downhill only. */
const downhill = {
  accounts: [],
  catalogue: ['accounts'],
  inventory: ['catalogue', 'accounts'],
  pricing: ['catalogue', 'accounts'],
  credit: ['accounts'],
  orders: ['credit', 'inventory', 'pricing', 'catalogue', 'accounts'],
  cart: ['orders', 'pricing', 'catalogue', 'accounts'],
  addresses: ['accounts'],
  'saved-lists': ['orders', 'catalogue', 'accounts'],
  'quick-order': ['cart', 'orders', 'catalogue', 'accounts'],
  receivables: ['orders', 'credit', 'accounts'],
  payments: ['orders', 'accounts'],
  papers: [],
  invoices: ['papers', 'pricing', 'payments', 'receivables', 'orders', 'quotes', 'accounts'],
  printing: ['invoices', 'papers', 'orders', 'accounts'],
  fulfilment: ['orders', 'accounts'],
  reviews: ['accounts', 'catalogue'],
  quotes: ['orders', 'pricing', 'accounts', 'catalogue'],
  mails: ['accounts'],
  audit: ['accounts'],
  'staff-day': ['payments', 'orders', 'quotes', 'catalogue', 'accounts'],
  'personal-data': ['orders', 'quotes', 'accounts'],
}

/** @param from pattern of the importing files; tests are excepted */
function forbid(name: string, comment: string, from: string, to: IRegularForbiddenRuleType['to']): IForbiddenRuleType {
  return { name, comment, severity: 'error', from: { path: from, pathNot: tests }, to }
}

const features = Object.entries(downhill).map(([feature, below]) =>
  forbid(
    `${feature}-downhill`,
    `Of the features, ${feature} imports only: ${below.join(', ') || 'none'}.`,
    `^src/features/${feature}/`,
    {
      path: '^src/features/',
      pathNot: [feature, ...below].map((name) => `^src/features/${name}/`),
    },
  ),
)

export default {
  forbidden: [
    forbid('no-cycle', 'Two modules that need each other are one, or share a third.', '', {
      circular: true,
      viaOnly: notTypes,
    }),
    forbid('resolvable', 'An import names something that exists.', '', {
      couldNotResolve: true,
      // React Router's generated types, and the pages it builds.
      pathNot: String.raw`/\+types/|^virtual:`,
    }),
    forbid('tests-stay-out', 'The product does not stand on its tests.', '', { path: tests }),
    forbid('main-is-the-top', 'Nothing imports the process.', '', { path: '^src/main[.]ts$' }),
    forbid('server-under-main', 'The server stands under the process alone.', '^src/(?!main[.]ts$|server/)', {
      path: '^src/server/',
      ...notTypes,
    }),
    forbid(
      'composition-is-the-top',
      'Below the composition nothing knows it, but for types.',
      '^src/(?!config/|shop/)[^/]+/',
      {
        path: composition,
        ...notTypes,
      },
    ),
    forbid(
      'seed-under-shop',
      'The sample catalogue is loaded by the composition alone.',
      '^src/(?!seed/|models3d/|shop/)[^/]+/',
      {
        path: '^src/seed/',
      },
    ),
    forbid('faces-under-server', 'The REST routes of a feature are mounted by the server alone.', '^src/(?!server/)', {
      path: '^src/features/[^/]+/(api|auth-api|desk-api)[.]ts$',
      ...notTypes,
    }),
    forbid('shared-is-the-bottom', 'shared/ is pure and imports nothing of ours.', '^src/shared/', {
      path: '^src/',
      pathNot: '^src/shared/',
    }),
    forbid('shared-is-browser-safe', 'shared/ runs in the browser.', '^src/shared/', { dependencyTypes: ['core'] }),
    forbid('platform-knows-no-shop', 'platform/ knows no tool, no order and no word of the site.', '^src/platform/', {
      path: '^src/(?!platform/|shared/)',
    }),
    forbid('content-is-plain', 'content/ is data: it imports nothing of ours.', '^src/content/', {
      path: '^src/(?!content/)',
    }),
    forbid('models3d-draws-the-samples', 'The drawn products know the samples and the brand.', '^src/models3d/', {
      path: '^src/(?!models3d/|seed/|content/)',
      ...notTypes,
    }),
    forbid('root-is-the-top', 'The root of the pages is for React Router alone.', '', { path: '^src/web/root[.]tsx$' }),
    ...features,
    forbid(
      'every-feature-is-placed',
      'A new feature first gets its line in `downhill`.',
      `^src/features/(?!(${Object.keys(downhill).join('|')})/)`,
      { path: '^src/' },
    ),
    forbid('features-know-no-page', 'A feature knows no page and no sandbox.', '^src/features/', {
      path: '^src/(web|sandbox)/',
    }),
    forbid('features-know-no-react', 'A feature knows no React.', '^src/(features|shared|content|sandbox)/', {
      path: 'node_modules/(react|react-dom|react-router|@react-router|@stripe/(react-stripe-js|stripe-js))/',
    }),
    forbid(
      'rules-are-pure',
      'Schemas, rules and policies compute: no database, no server.',
      '^src/features/[^/]+/([a-z-]*schema|rules|policy)[.]ts$',
      {
        path: '^src/(?!features/[^/]+/([a-z-]*schema|rules)[.]ts$|shared/|content/)',
        ...notTypes,
      },
    ),
    forbid('store-below-service', 'A store is SQL: it calls no use case.', '^src/features/[^/]+/(store|tables)[.]ts$', {
      path: '^src/features/[^/]+/service[.]ts$',
      ...notTypes,
    }),
    forbid(
      'web-takes-schemas-and-rules',
      'Of a feature, pages import its schema and rules; the rest comes over the wire or the load context.',
      '^src/web/',
      {
        path: '^src/features/',
        pathNot: '^src/features/([^/]+/([a-z-]*schema|rules)|pricing/tax)[.]ts$',
        ...notTypes,
      },
    ),
    forbid('web-knows-no-platform', 'Pages do not reach the machinery.', '^src/web/', {
      path: '^src/platform/',
      ...notTypes,
    }),
    forbid(
      'sandbox-under-shop',
      'The stand-ins are wired by the composition alone.',
      '^src/(?!sandbox/|server/|shop/)[^/]+/',
      {
        path: '^src/sandbox/',
        // The sandbox's card form checks and shows numbers by the sandbox's own pure rules.
        pathNot: '^src/sandbox/card/(card-number|test-cards)[.]ts$',
      },
    ),
    forbid('sandbox-knows-no-shop', 'A stand-in speaks a protocol: it knows no order.', '^src/sandbox/', {
      path: '^src/(features|web)/',
    }),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Without this, imports of types alone are not seen.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
} satisfies IConfiguration
