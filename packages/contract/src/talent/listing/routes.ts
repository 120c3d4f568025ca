import { route } from '../../route.ts'
import type { Listing, ListingPatch } from './schemas.ts'

export const readListing = route<{ reply: Listing }>('GET', '/profile/listing')
export const changeListing = route<{ body: ListingPatch; reply: Listing }>('PATCH', '/profile/listing')
