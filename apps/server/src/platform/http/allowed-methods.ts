import { type FastifyInstance } from 'fastify'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { builtFilesRoute } from './browser-policy/security-headers.ts'
import { isScreenPath } from './web-app/screen-paths.ts'

/** The order in which methods are listed. */
const methodOrder = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** The longest value of a path parameter. */
export const maxParamLength = 200

/** Returns the methods that an address takes. `plainPath` is its decoded and normalised path, if it has one. */
export type AllowedMethods = (address: { url: string; plainPath: string | undefined }) => readonly string[]

/**
 * Collects every route that is added to the app from now on, of the contract and of the server itself. Returns a
 * function from the address of a request to all methods that it takes, with OPTIONS, which is answered for every
 * address; empty for an address that names nothing.
 */
export function collectAllowedMethods(app: FastifyInstance, webFolder: string): AllowedMethods {
  const routes: { readonly methods: readonly string[]; readonly pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    // Built files and preflights: their addresses are not known by their pattern.
    if (url === builtFilesRoute || url === '*') return
    routes.push({ methods: [method].flat(), pattern: new RegExp(`^${url.split('/').map(segmentPattern).join('/')}$`) })
  })
  return ({ url, plainPath }) => {
    const path = routedPath(url)
    const methods = new Set(routes.flatMap((route) => (path && route.pattern.test(path) ? route.methods : [])))
    const isRead = plainPath !== undefined && (isScreenPath(plainPath) || isBuiltFile(webFolder, plainPath))
    if (isRead) for (const method of ['GET', 'HEAD']) methods.add(method)
    if (methods.size > 0) methods.add('OPTIONS')
    return methodOrder.filter((method) => methods.has(method))
  }
}

function segmentPattern(segment: string): string {
  return segment.startsWith(':') ? `[^/]{0,${maxParamLength}}` : segment.replaceAll('.', String.raw`\.`)
}

/** Returns the path and query of an address, which may also come in its absolute form (RFC 9112, 3.2.2). */
export function withoutOrigin(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/i, '')
}

/** Decodes the path of an address as the router does, which takes an encoded slash for no slash. */
function routedPath(url: string): string | undefined {
  try {
    return decodeURI(withoutOrigin(url).split(/[?#]/, 1)[0] ?? '')
  } catch {
    return undefined
  }
}

function isBuiltFile(webFolder: string, path: string): boolean {
  if (path.split('/').some((segment) => segment.startsWith('.'))) return false
  try {
    return statSync(join(webFolder, path)).isFile()
  } catch {
    // Not there, or no name that a file could have.
    return false
  }
}
