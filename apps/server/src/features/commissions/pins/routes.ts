import * as contract from '@veranda/contract/commissions/pins/routes.ts'
import {
  addPinBody,
  replyToPinBody,
  setPinChangeRequestBody,
  expectedPinBody,
  changePinStateBody,
  pin,
  pinList,
  placePinBody,
} from '@veranda/contract/commissions/pins/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { serve } from '../../../platform/http/route.ts'
import * as z from 'zod/mini'
import { cookieOnly, signedIn } from '../../../platform/http/route-access.ts'
import { addPin } from './add-pin.ts'
import { replyToPin } from './reply-to-pin.ts'
import { setPinChangeRequest } from './set-pin-change-request.ts'
import { listPins } from './list-pins.ts'
import { changePinState } from './change-pin-state.ts'
import { placePin } from './place-pin.ts'
import { removePin, restorePin } from './remove-pin.ts'
import { readVoiceNote } from './read-voice-note.ts'

const access = signedIn
const params = idParams
/** The largest voice note, base64-encoded in JSON. */
const maxBodyBytes = 1_500_000

/** Routes of pins: for the two parties of a milestone, not found for everyone else. */
export const pinRoutes = [
  serve(contract.listPins, { access, params, reply: pinList }, (ctx) => listPins(ctx, ctx.params.id)),
  serve(contract.addPin, { access, params, body: addPinBody, reply: pin, maxBodyBytes }, (ctx) =>
    addPin(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.placePin, { access, params, body: placePinBody, reply: pin }, (ctx) =>
    placePin(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.replyToPin, { access, params, body: replyToPinBody, reply: pin, maxBodyBytes }, (ctx) =>
    replyToPin(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.readVoiceNote,
    {
      access: cookieOnly,
      params,
      reply: z.unknown(),
      replyMediaTypes: ['audio/webm', 'audio/ogg'],
      description: 'The recording of a pin message that the user may see.',
    },
    (ctx) => readVoiceNote(ctx, ctx.params.id),
  ),
  serve(contract.changePinState, { access, params, body: changePinStateBody, reply: pin }, (ctx) =>
    changePinState(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.setPinChangeRequest, { access, params, body: setPinChangeRequestBody, reply: pin }, (ctx) =>
    setPinChangeRequest(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.removePin, { access, params, body: expectedPinBody, reply: done }, (ctx) =>
    removePin(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.restorePin, { access, params, reply: pin }, (ctx) => restorePin(ctx, ctx.params.id)),
]
