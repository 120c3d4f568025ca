import { buildServer } from './build-server.ts'
import { buildWeb, rebuildWeb } from './build-web.ts'

/** Builds the server and its web app unless they were already built from the same sources. Returns whether it built. */
export async function buildApp(): Promise<boolean> {
  const built = await Promise.all([buildServer(), buildWeb()])
  return built.includes(true)
}

if (import.meta.main) {
  const startedAt = performance.now()
  const [dist] = await Promise.all([rebuildWeb(), buildServer()])
  process.stdout.write(`Built ${dist} and the server in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`)
}
