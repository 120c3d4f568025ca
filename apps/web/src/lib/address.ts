import { type Route } from '@veranda/contract/route.ts'
import { settings } from './settings.ts'

export type CallParts = { params?: object | undefined; query?: object | undefined }

/** The address of a route: `:name` filled from params, query without what is undefined. Lists repeat their name. */
export function addressOf(route: Route, { params, query }: CallParts = {}): string {
  const values = new Map(Object.entries(params ?? {}))
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
    }
  }
  const text = search.toString()
  return `${settings.apiUrl}${path}${text ? `?${text}` : ''}`
}
