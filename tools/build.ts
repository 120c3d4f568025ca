import { buildWeb } from './build-web.ts'

const start = performance.now()
await buildWeb(true)
process.stdout.write(`Built apps/web/dist in ${((performance.now() - start) / 1_000).toFixed(1)} s\n`)
