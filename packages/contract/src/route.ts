export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The types that cross the wire on one route. Omitted ones do not exist: without a body type no body is read. */
export type RouteTypes = { params?: object; query?: object; body?: object; reply: unknown }

/** One HTTP route: method and path below the API base, with the types of request and reply. */
export type Route<S extends RouteTypes = RouteTypes> = {
  readonly method: Method
  readonly path: `/${string}`
  /** Types only; never present at run time. */
  readonly types?: S
}

/** Defines a route. Has no schemas on purpose: the first load of the web app carries all routes. */
export function route<S extends RouteTypes>(method: Method, path: `/${string}`): Route<S> {
  return { method, path }
}

export type ParamsOf<R> = R extends Route<infer S> ? (S extends { params: infer P } ? P : undefined) : never
export type QueryOf<R> = R extends Route<infer S> ? (S extends { query: infer Q } ? Q : undefined) : never
export type BodyOf<R> = R extends Route<infer S> ? (S extends { body: infer B } ? B : undefined) : never
export type ReplyOf<R> = R extends Route<infer S> ? S['reply'] : never
