import { type Route } from '@veranda/contract/route.ts'
import { type LooseArgs } from '../lib/api/send.ts'
import { saveSession } from '../lib/session/session.ts'
import { replyTo } from './mock-server.ts'
import { sampleSession } from './sample-user.ts'

// The sample user is signed in without asking, once for each load of the page.
saveSession(sampleSession(Date.now()))

/** Replies to a call without a network; replaces the function of the same name in `lib/api`. */
export async function send(route: Route, args: LooseArgs): Promise<Response> {
  const { status, body } = replyTo(route, args)
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': type } })
}
