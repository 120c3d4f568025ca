import * as contract from '@veranda/contract/pins/routes.ts'
import { milestone } from '@veranda/contract/commissions/schemas.ts'
import {
  addPinBody,
  answerPinBody,
  askPinBody,
  expectedPinBody,
  movePinBody,
  pin,
  pinList,
  pinRoundBody,
  placePinBody,
} from '@veranda/contract/pins/schemas.ts'
import { done, idParams } from '@veranda/contract/shapes.ts'
import { serve } from '../../../http/serve.ts'
import * as z from 'zod/mini'
import { cookieAlone, signedIn } from '../../../http/who.ts'
import { addPin } from './add-pin.ts'
import { answerPin } from './answer-pin.ts'
import { askPin } from './ask-pin.ts'
import { listPins } from './list-pins.ts'
import { movePin } from './move-pin.ts'
import { placePin } from './place-pin.ts'
import { removePin, restorePin } from './remove-pin.ts'
import { readVoiceNote } from './read-voice-note.ts'
import { requestPinnedChanges } from './request-pinned-changes.ts'

const who = signedIn
const params = idParams
/** A voice note of the largest size, in the letters of JSON. */
const maxBytes = 1_500_000

/** Pins are there for the two parties of a milestone and the guests of its project; absent for all others. */
export const pinRoutes = [
  serve(contract.listPins, { who, params, reply: pinList }, (ctx) => listPins(ctx, ctx.params.id)),
  serve(contract.addPin, { who, params, body: addPinBody, reply: pin, maxBytes }, (ctx) =>
    addPin(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.placePin, { who, params, body: placePinBody, reply: pin }, (ctx) =>
    placePin(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.answerPin, { who, params, body: answerPinBody, reply: pin, maxBytes }, (ctx) =>
    answerPin(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.readVoiceNote,
    {
      who: cookieAlone,
      params,
      reply: z.unknown(),
      replyTypes: ['audio/webm', 'audio/ogg'],
      description: 'What was said aloud at a pin that one may see.',
    },
    (ctx) => readVoiceNote(ctx, ctx.params.id),
  ),
  serve(contract.movePin, { who, params, body: movePinBody, reply: pin }, (ctx) =>
    movePin(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.askPin, { who, params, body: askPinBody, reply: pin }, (ctx) => askPin(ctx, ctx.params.id, ctx.body)),
  serve(contract.removePin, { who, params, body: expectedPinBody, reply: done }, (ctx) =>
    removePin(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.restorePin, { who, params, reply: pin }, (ctx) => restorePin(ctx, ctx.params.id)),
  serve(contract.requestPinnedChanges, { who, params, body: pinRoundBody, reply: milestone }, (ctx) =>
    requestPinnedChanges(ctx, ctx.params.id, ctx.body),
  ),
]
