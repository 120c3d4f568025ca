import { randomUUID } from 'node:crypto'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@veranda/contract/route.ts'
import { enterAs, listDemoPeople } from '@veranda/contract/sandbox/routes.ts'

type Call<R> = { params?: ParamsOf<R>; query?: QueryOf<R>; body?: BodyOf<R>; key?: string }

/** Somebody who calls the API as a browser does: token in the header, cookie beside it. */
export type Caller = {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly cookie: string
  call<R extends Route>(route: R, with_?: Call<R>): Promise<ReplyOf<R>>
  /** The same, with the status and the body whatever they are. */
  ask<R extends Route>(route: R, with_?: Call<R>): Promise<{ status: number; body: unknown }>
}

/** Enters as a demo person by first name. */
export async function enter(url: string, firstName: string): Promise<Caller> {
  const people = await plain(url, listDemoPeople)
  const person = people.items.find(({ name }) => name.startsWith(`${firstName} `))
  if (!person) throw new Error(`${firstName} is not in the demo world`)
  const answer = await fetch(address(url, enterAs, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ person: person.id }),
  })
  if (!answer.ok) throw new Error(`could not enter as ${firstName}: ${answer.status} ${await answer.text()}`)
  // The contract's reply of this route, checked by the server on its way out.
  const session = (await answer.json()) as ReplyOf<typeof enterAs>
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const ask = async <R extends Route>(route: R, with_: Call<R> = {}) => {
    const reply = await fetch(address(url, route, with_), {
      method: route.method,
      headers: {
        authorization: `Bearer ${session.token}`,
        cookie,
        origin: url,
        ...(with_.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(route.method === 'POST' ? { 'idempotency-key': with_.key ?? randomUUID() } : {}),
      },
      ...(with_.body === undefined ? {} : { body: JSON.stringify(with_.body) }),
    })
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
  }
  return {
    id: person.id,
    name: person.name,
    token: session.token,
    cookie,
    ask,
    async call(route, with_) {
      const { status, body } = await ask(route, with_)
      if (status >= 400) throw new Error(`${route.method} ${route.path}: ${status} ${JSON.stringify(body)}`)
      // As above: serialised by the contract's schema.
      return body as ReplyOf<typeof route>
    },
  }
}

async function plain<R extends Route>(url: string, route: R): Promise<ReplyOf<R>> {
  const answer = await fetch(address(url, route, {}))
  if (!answer.ok) throw new Error(`${route.path}: ${answer.status}`)
  // Serialised by the contract's schema.
  return (await answer.json()) as ReplyOf<R>
}

function address(url: string, route: Route, with_: { params?: unknown; query?: unknown }): string {
  // Both are plain objects of texts and numbers by the contract.
  const params = (with_.params ?? {}) as Record<string, string>
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((with_.query ?? {}) as Record<string, string | number | undefined>)) {
    if (value !== undefined) query.set(name, String(value))
  }
  const asked = query.toString()
  return `${url}/api${path}${asked === '' ? '' : `?${asked}`}`
}
