import type { Milestone } from '../commissions/schemas.ts'
import { route } from '../route.ts'
import type { Done, IdParams } from '../shapes.ts'
import type {
  AddPinBody,
  AnswerPinBody,
  AskPinBody,
  ExpectedPinBody,
  MovePinBody,
  Pin,
  PinList,
  PinRoundBody,
  PlacePinBody,
} from './schemas.ts'

/** All pins of a milestone with their threads, in the order of their numbers. */
export const listPins = route<{ params: IdParams; reply: PinList }>('GET', '/milestones/:id/pins')
export const addPin = route<{ params: IdParams; body: AddPinBody; reply: Pin }>('POST', '/milestones/:id/pins')
/** Sets a pin where it belongs on a version: moved by hand, or placed anew after it was not carried over. */
export const placePin = route<{ params: IdParams; body: PlacePinBody; reply: Pin }>('POST', '/pins/:id/place')
export const answerPin = route<{ params: IdParams; body: AnswerPinBody; reply: Pin }>('POST', '/pins/:id/messages')
/** The recording of a message, to be played; read with the cookie alone. */
export const readVoiceNote = route<{ params: IdParams; reply: unknown }>('GET', '/pin-messages/:id/voice')
export const movePin = route<{ params: IdParams; body: MovePinBody; reply: Pin }>('POST', '/pins/:id/state')
/** Turns a message of the thread into what the client asks to be changed. */
export const askPin = route<{ params: IdParams; body: AskPinBody; reply: Pin }>('POST', '/pins/:id/ask')
export const removePin = route<{ params: IdParams; body: ExpectedPinBody; reply: Done }>('POST', '/pins/:id/remove')
/** Within ten minutes of its removal, by who removed it. */
export const restorePin = route<{ params: IdParams; reply: Pin }>('POST', '/pins/:id/restore')
/** Sends the version back with what is ticked and written: one round of changes. */
export const requestPinnedChanges = route<{ params: IdParams; body: PinRoundBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/request-pinned-changes',
)
