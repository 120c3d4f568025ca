import { route } from '../../route.ts'
import type { Done, IdParams } from '../../shared-schemas.ts'
import type { AccessToken, DeviceList, LogoutBody, Session } from './schemas.ts'

export const logout = route<{ body: LogoutBody; reply: Done }>('POST', '/accounts/logout')
/** Returns the user of the session cookie with a fresh token; 401 without a valid session. */
export const readSession = route<{ reply: Session }>('GET', '/accounts/session')
export const renewToken = route<{ reply: AccessToken }>('POST', '/accounts/token')
export const listDevices = route<{ reply: DeviceList }>('GET', '/accounts/devices')
export const endDevice = route<{ params: IdParams; reply: Done }>('DELETE', '/accounts/devices/:id')
/** Signs out every device but the caller's own. */
export const endOtherDevices = route<{ reply: Done }>('DELETE', '/accounts/devices')
