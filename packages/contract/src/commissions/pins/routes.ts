import { route } from '../../route.ts'
import type { Done, IdParams } from '../../shared-schemas.ts'
import type {
  AddPinBody,
  ReplyToPinBody,
  SetPinChangeRequestBody,
  ExpectedPinBody,
  ChangePinStateBody,
  Pin,
  PinList,
  PlacePinBody,
} from './schemas.ts'

/** Lists all pins of a milestone with their threads, ordered by number. */
export const listPins = route<{ params: IdParams; reply: PinList }>('GET', '/milestones/:id/pins')
export const addPin = route<{ params: IdParams; body: AddPinBody; reply: Pin }>('POST', '/milestones/:id/pins')
/** Places a pin on a version by hand, also after it could not be carried over. */
export const placePin = route<{ params: IdParams; body: PlacePinBody; reply: Pin }>('POST', '/pins/:id/place')
export const replyToPin = route<{ params: IdParams; body: ReplyToPinBody; reply: Pin }>('POST', '/pins/:id/messages')
/** Streams the recording of a message; authenticated by the cookie alone. */
export const readVoiceNote = route<{ params: IdParams; reply: unknown }>('GET', '/pin-messages/:id/voice')
export const changePinState = route<{ params: IdParams; body: ChangePinStateBody; reply: Pin }>(
  'POST',
  '/pins/:id/state',
)
/** Makes a message of the thread the client's change request. */
export const setPinChangeRequest = route<{ params: IdParams; body: SetPinChangeRequestBody; reply: Pin }>(
  'POST',
  '/pins/:id/change-request',
)
export const removePin = route<{ params: IdParams; body: ExpectedPinBody; reply: Done }>('POST', '/pins/:id/remove')
/** Restores a removed pin within ten minutes, for the user who removed it. */
export const restorePin = route<{ params: IdParams; reply: Pin }>('POST', '/pins/:id/restore')
