import { route } from '../route.ts'
import type { Done, IdParams, PageQuery } from '../shared-schemas.ts'
import type {
  PortfolioItemBody,
  ProfilePatch,
  SearchQuery,
  SearchReply,
  PackageServiceBody,
  SkillsQuery,
  SkillSuggestions,
  Talent,
  TalentReviews,
} from './schemas.ts'

export const searchTalent = route<{ query: SearchQuery; reply: SearchReply }>('GET', '/talent')
/** Suggests skills for what is typed: from the kept list, and those that creators have. */
export const listSkills = route<{ query: SkillsQuery; reply: SkillSuggestions }>('GET', '/talent/skills')
export const readTalent = route<{ params: IdParams; reply: Talent }>('GET', '/talent/:id')
export const listTalentReviews = route<{ params: IdParams; query: PageQuery; reply: TalentReviews }>(
  'GET',
  '/talent/:id/reviews',
)
/** Reads the user's own public page; the first save creates it and makes the user a creator. */
export const readProfile = route<{ reply: Talent }>('GET', '/profile')
export const changeProfile = route<{ body: ProfilePatch; reply: Talent }>('PATCH', '/profile')
export const addPackageService = route<{ body: PackageServiceBody; reply: Talent }>('POST', '/profile/package-services')
export const removePackageService = route<{ params: IdParams; reply: Done }>('DELETE', '/profile/package-services/:id')
export const addPortfolioItem = route<{ body: PortfolioItemBody; reply: Talent }>('POST', '/profile/portfolio')
export const removePortfolioItem = route<{ params: IdParams; reply: Done }>('DELETE', '/profile/portfolio/:id')
