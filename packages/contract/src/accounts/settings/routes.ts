import { route } from '../../route.ts'
import type { Account, ChangeAccountBody } from './schemas.ts'

export const readAccount = route<{ reply: Account }>('GET', '/accounts/me')
export const changeAccount = route<{ body: ChangeAccountBody; reply: Account }>('PATCH', '/accounts/me')
