import { type ServerRoute } from './route.ts'
import { isScreenPath } from './web-app/screen-paths.ts'

/**
 * Returns a function from a path to the methods that it answers: those of the API's routes, GET and HEAD for the
 * screens, none for a path that names nothing.
 */
export function makeAllowedMethods(routes: readonly ServerRoute[]): (path: string) => readonly string[] {
  const patterns = routes.map(({ route }) => ({
    method: route.method,
    pattern: new RegExp(`^/api${route.path.replace(/:\w+/g, '[^/]+')}$`),
  }))
  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (methods.length > 0) return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)]
    return isScreenPath(path) ? ['GET', 'HEAD'] : []
  }
}
