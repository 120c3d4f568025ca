import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@veranda/contract/route.ts'
import type { Instant } from '@veranda/core/time/instant.ts'
import type { ClientKey } from '../users/clients.ts'
import type { CreatorKey } from '../users/creators.ts'
import type { DemoAssetName } from '../assets/demo-assets.ts'

export type UserKey = ClientKey | CreatorKey

/** A picture of a model: 0 is its thumbnail, more show other sides. */
export type AssetImage = { readonly asset: DemoAssetName; readonly picture: number }

export type CallInput<R> = { params?: ParamsOf<R>; query?: QueryOf<R>; body?: BodyOf<R> }

/** Calls on behalf of the demo users, through the same routes as a browser. */
export type SeedApi = {
  userId(user: UserKey): string
  /** Calls a route as this user. Throws on a refusal, because a story must not fail silently. */
  callAs<R extends Route>(user: UserKey, route: R, input?: CallInput<R>): Promise<ReplyOf<R>>
  /** Returns the model of a work in a creator's portfolio; the first represents them. */
  portfolioWork(creator: CreatorKey, index: number): DemoAssetName
  /** Uploads a picture of a model and returns the stored file's id. */
  uploadImage(user: UserKey, name: string, picture: AssetImage): Promise<string>
  /** Uploads an asset as a browser does, waits for its conversion and returns its id. */
  uploadAsset(user: UserKey, name: DemoAssetName, purpose: 'chat' | 'project' | 'profile'): Promise<string>
  /** Records that the user joined or left a live room, as a connection would. */
  recordRoomVisit(user: UserKey, roomId: string, change: 'recordJoin' | 'recordLeave'): Promise<void>
  /** Marks the user as recently re-authenticated, which releasing a large amount requires. */
  stepUp(user: UserKey): Promise<void>
  now(): Instant
  /** Runs event handlers, timers, jobs and webhooks until none is due. */
  runUntilIdle(): Promise<void>
}
