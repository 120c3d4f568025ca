import { type $ZodType, type $ZodTypes, safeParse } from 'zod/v4/core'
import { clientEvents } from '../realtime/event-catalogue.ts'
import { roomClientMessage } from '../rooms/connection/messages.ts'
import { recordKinds } from '../rooms/records/record-kinds.ts'
import { routeSchemas } from './route-schemas.ts'

/** A string that a client sends: its schema, and its place as route, event or record and the path within it. */
export type TextField = { readonly place: string; readonly schema: $ZodType }

/** Finds every string in a schema, with the place of it. Throws for a kind of schema that it does not look into. */
function listStrings(schema: $ZodType, place: string): TextField[] {
  // Every schema of the contract is one of the library's own.
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'string':
    // What is made of a string, such as an address.
    case 'pipe':
      return [{ place, schema }]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => listStrings(field, `${place}.${name}`))
    case 'array':
      return listStrings(def.element, `${place}[]`)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
    case 'nonoptional':
      return listStrings(def.innerType, place)
    case 'union':
      return def.options.flatMap((option) => listStrings(option, place))
    case 'record':
      return [def.keyType, def.valueType].flatMap((part) => listStrings(part, `${place}{}`))
    case 'tuple':
      return def.items.flatMap((item) => listStrings(item, `${place}[]`))
    case 'lazy':
      return listStrings(def.getter(), place)
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'unknown':
      return []
    default:
      throw new Error(`${place} is a ${def.type}, which is not looked into`)
  }
}

/** Every string that a client sends in a body, an event or a record. */
export const sentStrings: readonly TextField[] = [
  ...routeSchemas.flatMap(({ route, body }) => (body ? listStrings(body, `${route.method} ${route.path}`) : [])),
  ...Object.values(clientEvents).flatMap(({ name, schema }) => listStrings(schema, name)),
  ...Object.entries(recordKinds).flatMap(([kind, schema]) => listStrings(schema, `record ${kind}`)),
  ...listStrings(roomClientMessage, 'room'),
]

/** Strings with a format of their own (ids, times, hashes, codes) do not take a plain word. */
const takesWords = ({ schema }: TextField) =>
  ['several words', 'a long enough token to be accepted'].some((text) => safeParse(schema, text).success)

/** Matches texts that are compared or passed on and never shown: secrets, tokens, and names of what is stored or built in. */
const isUnshown = ({ place }: TextField) =>
  /\.(password|current|next|token|resumeToken|timeZone|method)$/.test(place) || unshownTexts.includes(place)

/** Texts that no screen shows. */
export const unshownTexts: readonly string[] = [
  'POST /payments/webhook.id',
  'POST /payments/webhook.type',
  // Keys and values are checked one by one, those of a record by the schema of its kind.
  'PUT /notifications/preferences{}',
  'PUT /rooms/:id/records/:key.value{}',
  // Parts and looks of a model, by the names in its file, which are sanitised when it is read.
  'POST /milestones/:id/pins.view.settings.hidden[]',
  'POST /pins/:id/place.view.settings.hidden[]',
  'POST /milestones/:id/pins.view.settings.variant',
  'POST /pins/:id/place.view.settings.variant',
  'record tools.hidden[]',
  // A message between two browsers.
  'room.data',
  // A path of this app and an account number, each by a stricter rule of its own.
  'POST /payments/refunds/:id/redirect.iban',
  'PUT /payments/payout-account.iban',
]

/** Every text in the words of a user that some screen shows. */
export const shownTexts: readonly TextField[] = sentStrings.filter((field) => takesWords(field) && !isUnshown(field))
