import { route } from '../../route.ts'
import type { Account, ChangeAccountBody, ChangeAvatarBody } from './schemas.ts'

export const readAccount = route<{ reply: Account }>('GET', '/accounts/me')
export const changeAccount = route<{ body: ChangeAccountBody; reply: Account }>('PATCH', '/accounts/me')
/** Shows the user with a square part of an image that they uploaded. */
export const changeAvatar = route<{ body: ChangeAvatarBody; reply: Account }>('PUT', '/accounts/me/avatar')
export const removeAvatar = route<{ reply: Account }>('DELETE', '/accounts/me/avatar')
