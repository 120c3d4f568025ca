import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@veranda/contract/route.ts'
import type { Instant } from '@veranda/core/time/instant.ts'
import type { ClientKey } from '../people/clients.ts'
import type { CreatorKey } from '../people/creators.ts'
import type { PictureOf } from '../pictures/picture.ts'
import type { WorkName } from '../works/works.ts'

export type PersonKey = ClientKey | CreatorKey

export type Ask<R> = { params?: ParamsOf<R>; query?: QueryOf<R>; body?: BodyOf<R> }

/** Everybody in the demo world, acting through the same routes as a browser does. */
export type Cast = {
  id(person: PersonKey): string
  /** Calls a route as that person; a refusal throws, because a story must not go wrong silently. */
  as<R extends Route>(person: PersonKey, route: R, ask?: Ask<R>): Promise<ReplyOf<R>>
  /** Uploads a generated picture and answers the stored file's id. */
  upload(person: PersonKey, name: string, picture: PictureOf): Promise<string>
  /** Uploads a work as a browser does, lets it be converted and answers its id. */
  uploadWork(person: PersonKey, name: WorkName, purpose: 'chat' | 'project' | 'profile'): Promise<string>
  /** Uploads the picture that was drawn of a work, on a quiet ground; answers the file's id. */
  uploadPictureOf(person: PersonKey, workId: string): Promise<string>
  /** The moment that the story's clock shows. */
  /** Comes into a live room, or leaves it, as its line would say. */
  visit(person: PersonKey, roomId: string, what: 'came' | 'left'): Promise<void>
  /** Lets somebody count as freshly confirmed, as after their password: a large sum is about to be released. */
  confirm(person: PersonKey): Promise<void>
  now(): Instant
  /** Lets reactions, timers, jobs and webhooks run until nothing is left to do at this moment. */
  settle(): Promise<void>
}
