import { type Route } from '@veranda/contract/route.ts'
import { buildSettings } from '../build-settings.ts'

export type UrlParts = { params?: object | undefined; query?: object | undefined }

/**
 * Returns the URL of a route: fills `:name` from params and leaves undefined query fields out. Arrays repeat their
 * name.
 */
export function routeUrl(route: Route, { params, query }: UrlParts = {}): string {
  const values = new Map(Object.entries(params ?? {}))
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
    }
  }
  const text = search.toString()
  return `${buildSettings.apiUrl}${path}${text ? `?${text}` : ''}`
}
