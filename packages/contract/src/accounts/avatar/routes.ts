import { route } from '../../route.ts'
import type { Account } from '../settings/schemas.ts'
import type { ChangeAvatarBody } from './schemas.ts'

/** Shows the user with a square part of an image that they uploaded. */
export const changeAvatar = route<{ body: ChangeAvatarBody; reply: Account }>('PUT', '/accounts/me/avatar')
export const removeAvatar = route<{ reply: Account }>('DELETE', '/accounts/me/avatar')
