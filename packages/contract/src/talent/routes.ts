import { route } from '../route.ts'
import type { Done, IdParams, PageQuery } from '../shared-schemas.ts'
import type {
  MoveBody,
  PortfolioItemBody,
  PortfolioItemPatch,
  ProfilePatch,
  SearchQuery,
  SearchReply,
  PackageServiceBody,
  SkillsQuery,
  SkillSuggestions,
  Profile,
  CreatorReviews,
} from './schemas.ts'

export const searchTalent = route<{ query: SearchQuery; reply: SearchReply }>('GET', '/talent')
/** Suggests skills for what is typed: from the kept list, and those that creators have. */
export const listSkills = route<{ query: SkillsQuery; reply: SkillSuggestions }>('GET', '/talent/skills')
export const readCreator = route<{ params: IdParams; reply: Profile }>('GET', '/talent/:id')
export const listCreatorReviews = route<{ params: IdParams; query: PageQuery; reply: CreatorReviews }>(
  'GET',
  '/talent/:id/reviews',
)
/** Reads the user's own public page; the first save creates it and makes the user a creator. */
export const readProfile = route<{ reply: Profile }>('GET', '/profile')
export const changeProfile = route<{ body: ProfilePatch; reply: Profile }>('PATCH', '/profile')
export const addPackageService = route<{ body: PackageServiceBody; reply: Profile }>(
  'POST',
  '/profile/package-services',
)
export const changePackageService = route<{ params: IdParams; body: PackageServiceBody; reply: Profile }>(
  'PATCH',
  '/profile/package-services/:id',
)
export const movePackageService = route<{ params: IdParams; body: MoveBody; reply: Profile }>(
  'POST',
  '/profile/package-services/:id/move',
)
/** Undoes a removal: the service is back at its place. */
export const restorePackageService = route<{ params: IdParams; reply: Profile }>(
  'POST',
  '/profile/package-services/:id/restore',
)
export const removePackageService = route<{ params: IdParams; reply: Done }>('DELETE', '/profile/package-services/:id')
export const addPortfolioItem = route<{ body: PortfolioItemBody; reply: Profile }>('POST', '/profile/portfolio')
export const changePortfolioItem = route<{ params: IdParams; body: PortfolioItemPatch; reply: Profile }>(
  'PATCH',
  '/profile/portfolio/:id',
)
export const movePortfolioItem = route<{ params: IdParams; body: MoveBody; reply: Profile }>(
  'POST',
  '/profile/portfolio/:id/move',
)
/** Undoes a removal: the item is back at its place. */
export const restorePortfolioItem = route<{ params: IdParams; reply: Profile }>(
  'POST',
  '/profile/portfolio/:id/restore',
)
export const removePortfolioItem = route<{ params: IdParams; reply: Done }>('DELETE', '/profile/portfolio/:id')
