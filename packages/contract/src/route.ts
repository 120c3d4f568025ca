export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The shapes that cross the wire on one route. A shape that is left out does not exist: no body means none is read. */
export type Shapes = { params?: object; query?: object; body?: object; reply: unknown }

/** One HTTP route: method and path below the API base, with the types of what goes in and comes out. */
export type Route<S extends Shapes = Shapes> = {
  readonly method: Method
  readonly path: `/${string}`
  /** Types only; never present at run time. */
  readonly shapes?: S
}

/** Names a route. Light on purpose: the first load of the web app carries routes, never schemas. */
export function route<S extends Shapes>(method: Method, path: `/${string}`): Route<S> {
  return { method, path }
}

export type ParamsOf<R> = R extends Route<infer S> ? (S extends { params: infer P } ? P : undefined) : never
export type QueryOf<R> = R extends Route<infer S> ? (S extends { query: infer Q } ? Q : undefined) : never
export type BodyOf<R> = R extends Route<infer S> ? (S extends { body: infer B } ? B : undefined) : never
export type ReplyOf<R> = R extends Route<infer S> ? S['reply'] : never
