type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const source = `${import.meta.dirname}/src`
const entry = `${source}/main.tsx`
const signIn = `${source}/screens/login-screen.tsx`
const shell = `${source}/app/shell.tsx`
const landings = [`${source}/screens/home-screen.tsx`, `${source}/screens/dashboard-screen.tsx`]

/**
 * Names the file that a module goes into. `vendor` is React and the router; `base` is what every first load carries:
 * the entry, and what the sign-in screen and the shell share; `shell` is the rest of the shell with what both landing
 * screens share. Everything else is split by itself, so that a new screen never makes the first load larger.
 */
export function fileOf(id: string, graph: Graph): string | null {
  if (/\/node_modules\/(react|react-dom|scheduler|react-router)\//.test(id)) return 'vendor'
  const { base, rest } = firstLoad(graph)
  return base.has(id) ? 'base' : rest.has(id) ? 'shell' : null
}

let known: { base: ReadonlySet<string>; rest: ReadonlySet<string> } | undefined

function firstLoad(graph: Graph) {
  if (!known) {
    const [home, dashboard] = landings.map((landing) => reachedFrom(landing, graph))
    const shared = [...(home ?? [])].filter((id) => dashboard?.has(id))
    const shelled = new Set([...reachedFrom(shell, graph), ...shared])
    const signing = reachedFrom(signIn, graph)
    const base = new Set([...reachedFrom(entry, graph), ...[...signing].filter((id) => shelled.has(id))])
    known = { base, rest: shelled }
  }
  return known
}

/** Every module that is loaded with this one: static imports, and theirs. */
function reachedFrom(start: string, graph: Graph): Set<string> {
  const reached = new Set([start])
  for (const id of reached) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}
