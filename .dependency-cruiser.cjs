/** Who may import whom. The table in ARCHITECTURE.md says the same in words. */
const feature = '^apps/(server|web)/src/features/([^/]+)/'
const platform = '^apps/server/src/platform/'
const only = (name, from, allowed, more = {}) => ({
  name,
  severity: 'error',
  from: { path: from, ...more },
  to: { pathNot: allowed },
})
const test = '\\.(test|spec)\\.tsx?$|/testing/'

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', 'css', 'woff2', 'svg', 'png'] },
    },
    only('core-is-pure', '^packages/core/src/', ['^packages/core/src/'], { pathNot: test }),
    {
      name: 'core-feature-to-feature-types-only',
      severity: 'error',
      from: {
        path: '^packages/core/src/(accounts|analytics|talent|commissions|payments|bookings|conversations|notifications|rooms|reviews|dashboard|support|admin)/',
        pathNot: test,
      },
      to: {
        path: '^packages/core/src/(accounts|analytics|talent|commissions|payments|bookings|conversations|notifications|rooms|reviews|dashboard|support|admin)/',
        pathNot: '^packages/core/src/$1/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'core-foundation-never-a-feature',
      severity: 'error',
      from: {
        path: '^packages/core/src/(money|ledger|time|geometry|assets)/|^packages/core/src/[^/]+\\.ts$',
        pathNot: test,
      },
      to: {
        path: '^packages/core/src/(accounts|analytics|talent|commissions|payments|bookings|conversations|notifications|rooms|reviews|dashboard|support|admin)/',
      },
    },
    only(
      'contract-core-and-zod',
      '^packages/contract/src/',
      ['^packages/(contract|core)/src/', '(^|/)node_modules/zod/'],
      { pathNot: test },
    ),
    {
      name: 'contract-routes-carry-no-schema',
      severity: 'error',
      from: { path: '^packages/contract/src/.*/routes\\.ts$' },
      to: { path: 'schemas\\.ts$|node_modules/zod', dependencyTypesNot: ['type-only'] },
    },
    only('i18n-imports-nothing', '^packages/i18n/src/', ['^packages/i18n/src/'], { pathNot: test }),
    {
      name: 'ui-knows-no-product',
      severity: 'error',
      from: { path: '^packages/ui/src/' },
      to: { path: '^(packages/(core|contract|i18n)|apps)/' },
    },
    {
      name: 'platform-never-a-feature',
      severity: 'error',
      from: { path: platform, pathNot: test },
      to: { path: '^apps/server/src/(features/|app\\.ts|main\\.ts)' },
    },
    {
      name: 'platform-sees-gateway-types-only',
      severity: 'error',
      from: { path: platform, pathNot: test },
      to: { path: '^apps/server/src/gateways/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'feature-never-another-feature',
      severity: 'error',
      from: { path: feature, pathNot: test },
      to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
    },
    {
      name: 'features-see-gateway-types-only',
      severity: 'error',
      from: { path: '^apps/server/src/features/', pathNot: test },
      to: { path: '^apps/server/src/gateways/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-root-composes',
      severity: 'error',
      from: { path: '^apps/server/src/features/', pathNot: test },
      to: { path: '^apps/server/src/(app|main)\\.ts$' },
    },
    {
      name: 'server-never-web',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^(apps/web|packages/ui)/' },
    },
    {
      name: 'web-never-server',
      severity: 'error',
      from: { path: '^(apps/web|packages)/' },
      to: { path: '^apps/server/' },
    },
    only(
      'web-lib-knows-no-feature',
      '^apps/web/src/lib/',
      ['^apps/web/src/lib/', '^packages/(contract|core|i18n)/', '(^|/)node_modules/'],
      { pathNot: test },
    ),
    {
      name: 'web-components-know-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/components/', pathNot: test },
      to: { path: '^apps/web/src/(app|screens|features)/' },
    },
    only(
      'web-three-knows-no-feature',
      '^apps/web/src/three/',
      ['^apps/web/src/(three|lib)/', '^packages/(contract|core)/', '(^|/)node_modules/'],
      { pathNot: test },
    ),
    {
      name: 'web-three-sees-contract-types-only',
      severity: 'error',
      from: { path: '^apps/web/src/three/', pathNot: test },
      to: { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
    },
    only(
      'service-worker-is-apart',
      '^apps/web/src/service-worker/',
      ['^apps/web/src/(service-worker|lib)/', '^packages/(contract|core)/'],
      { pathNot: test },
    ),
    {
      name: 'no-one-imports-the-service-worker',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^apps/web/src/service-worker/' },
      to: { path: '^apps/web/src/service-worker/' },
    },
    {
      name: 'web-features-know-no-screen',
      severity: 'error',
      from: { path: '^apps/web/src/features/', pathNot: test },
      to: { path: '^apps/web/src/(app|screens)/' },
    },
    {
      name: 'only-three-imports-three',
      severity: 'error',
      from: { pathNot: '^apps/web/src/three/' },
      to: { path: 'node_modules/(three|@react-three)/' },
    },
    {
      name: 'mock-in-its-own-build-only',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: `^apps/web/src/mock/|${test}` },
      to: { path: '^apps/web/src/mock/' },
    },
    {
      // The mock build and the gallery of components are in no production build and show samples.
      name: 'production-without-testing',
      severity: 'error',
      from: {
        path: '^(apps|packages)/[^/]+/src/',
        pathNot: `^apps/web/src/(mock|screens/gallery)/|${test}`,
      },
      to: { path: '^(apps|packages)/.*/testing/' },
    },
    { name: 'no-barrel', severity: 'error', from: {}, to: { path: '^(packages|apps)/.*/index\\.tsx?$' } },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-mock|\\.data|coverage)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default', 'browser'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
