import { route } from '../route.ts'
import type { Done, IdParams, PageQuery } from '../shapes.ts'
import type {
  PieceBody,
  ProfilePatch,
  SearchQuery,
  SearchReply,
  ServiceBody,
  Talent,
  TalentReviews,
} from './schemas.ts'

export const searchTalent = route<{ query: SearchQuery; reply: SearchReply }>('GET', '/talent')
export const readTalent = route<{ params: IdParams; reply: Talent }>('GET', '/talent/:id')
export const listTalentReviews = route<{ params: IdParams; query: PageQuery; reply: TalentReviews }>(
  'GET',
  '/talent/:id/reviews',
)
/** One's own public page; creates it on the first save, which makes one a creator. */
export const readProfile = route<{ reply: Talent }>('GET', '/profile')
export const changeProfile = route<{ body: ProfilePatch; reply: Talent }>('PATCH', '/profile')
export const addService = route<{ body: ServiceBody; reply: Talent }>('POST', '/profile/services')
export const removeService = route<{ params: IdParams; reply: Done }>('DELETE', '/profile/services/:id')
export const addPiece = route<{ body: PieceBody; reply: Talent }>('POST', '/profile/portfolio')
export const removePiece = route<{ params: IdParams; reply: Done }>('DELETE', '/profile/portfolio/:id')
