import { type $ZodType, prettifyError, safeParse } from 'zod/v4/core'
import { type BodyOf, type ParamsOf, type QueryOf, type ReplyOf, type Route } from '../route.ts'

/** The schemas of one route. A part without a schema does not exist on the wire. */
export type RouteSchemas = {
  readonly route: Route
  readonly params?: $ZodType
  readonly query?: $ZodType
  readonly body?: $ZodType
  readonly reply: $ZodType
}

type Part<Name extends string, T, S> = [T] extends [undefined] ? { [K in Name]?: never } : { [K in Name]: S }

/** A body is typed by what a caller writes, everything else by what the reader gets. */
type SchemasOf<R extends Route> = Part<'params', ParamsOf<R>, $ZodType<ParamsOf<R>>> &
  Part<'query', QueryOf<R>, $ZodType<QueryOf<R>>> &
  Part<'body', BodyOf<R>, $ZodType<unknown, BodyOf<R>>> & { reply: $ZodType<ReplyOf<R>> }

/** Pairs a route with its schemas; the compiler checks that they describe its types. */
export function pair<R extends Route>(route: R, schemas: SchemasOf<R>): RouteSchemas {
  return { route, ...schemas }
}

type ParsedPart = { readonly value: unknown; readonly error?: string }

/** Parses one part of a request or reply; a part without a schema is undefined. `error` says what does not match. */
export function parsePart(schema: $ZodType | undefined, input: unknown): ParsedPart {
  if (!schema) return { value: undefined }
  const result = safeParse(schema, input)
  return result.success ? { value: result.data } : { value: undefined, error: prettifyError(result.error) }
}
