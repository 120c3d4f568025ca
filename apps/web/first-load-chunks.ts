import { resolve } from 'node:path'

type ModuleGraph = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; importers: readonly string[] } | null
}

const sourceDir = `${import.meta.dirname}/src`
const entry = `${sourceDir}/main.tsx`
const signInScreen = `${sourceDir}/screens/login-screen.tsx`
const signInLayout = `${sourceDir}/features/accounts/sign-in/auth-layout.tsx`
const newAccessScreens = `${sourceDir}/screens/new-access-screens.ts`
const shell = `${sourceDir}/app/shell/shell.tsx`
/** In nearly every screen after the landing; each of them would otherwise count it as its own. */
const textInput = resolve(import.meta.dirname, '../../packages/ui/src/text-input.tsx')
const viewerCanvas = `${sourceDir}/three/viewer/open-viewer-canvas.ts`
const roomCanvas = `${sourceDir}/three/room/open-room-canvas.ts`
const exploreScreen = `${sourceDir}/screens/explore-screen.tsx`
const landingScreen = `${sourceDir}/screens/dashboard-screen.tsx`

/** The modules of accounts that no screen of other kinds uses. */
const accountModule = /\/(features|contract\/src)\/accounts\/(?!front-door)|\/accounts\/sign-in\//

/** Only lists use these, but the barrel of the query library imports them into every first load. */
const listOnly = /\/node_modules\/@tanstack\/.*\/(useInfiniteQuery|infiniteQueryObserver)\.js$/

/**
 * Returns the name of the chunk that a module goes into. `vendor` is React and the router; `base` is what every first
 * load carries: the entry, and what the sign-in screen and the shell share; `sign-in` is what the
 * ways into an account share, because small files cost more than one; `shell` is the rest of the shell, what the
 * landing screen needs at once, and the text input; `forms` is what the shell shares with the screens of registration,
 * which load no shell; `scene` is what viewer and room share and public pages do not load, above all three, which
 * compresses better whole than where rarely used code cuts it. Everything else is split per route, so that a new screen
 * never makes the first load larger.
 */
export function chunkNameOf(id: string, graph: ModuleGraph): string | null {
  if (/\/node_modules\/(react|react-dom|scheduler|react-router)\//.test(id)) return 'vendor'
  if (listOnly.test(id)) return null
  const { base, forms, rest: shellOnly, scene, signIn } = firstLoadChunks(graph)
  if (base.has(id)) return 'base'
  if (signIn.has(id)) return 'sign-in'
  if (forms.has(id)) return 'forms'
  return shellOnly.has(id) ? 'shell' : scene.has(id) ? 'scene' : null
}

let cachedChunks: Readonly<Record<'base' | 'forms' | 'rest' | 'scene' | 'signIn', ReadonlySet<string>>> | undefined

function firstLoadChunks(graph: ModuleGraph) {
  if (!cachedChunks) {
    const shellModules = new Set([
      ...staticImportsOf(shell, graph),
      ...staticImportsOf(landingScreen, graph),
      ...staticImportsOf(textInput, graph),
    ])
    // A chunk of its own, by which the size of the first load is measured.
    shellModules.delete(landingScreen)
    const signInModules = [...staticImportsOf(signInScreen, graph), ...staticImportsOf(signInLayout, graph)]
    const base = new Set([...staticImportsOf(entry, graph), ...signInModules.filter((id) => shellModules.has(id))])
    const registration = staticImportsOf(newAccessScreens, graph)
    const forms = new Set([...shellModules].filter((id) => registration.has(id)))
    const roomModules = staticImportsOf(roomCanvas, graph)
    const shared = [...staticImportsOf(viewerCanvas, graph)].filter((id) => roomModules.has(id))
    const publicPages = staticImportsOf(exploreScreen, graph)
    const scene = new Set(shared.filter((id) => !base.has(id) && !shellModules.has(id) && !publicPages.has(id)))
    // Not the layout, which is a chunk of its own.
    const isShared = (id: string) => (graph.getModuleInfo(id)?.importers.length ?? 0) > 1
    const signIn = new Set(
      signInModules.filter(
        (id) => accountModule.test(id) && isShared(id) && !base.has(id) && !shellModules.has(id) && id !== signInLayout,
      ),
    )
    cachedChunks = { base, forms, rest: shellModules, scene, signIn }
  }
  return cachedChunks
}

/** Returns every module that loads with this one, through static imports. */
function staticImportsOf(start: string, graph: ModuleGraph): Set<string> {
  const reached = new Set([start])
  for (const id of reached) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}
