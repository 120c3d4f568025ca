import { type Feature } from '../../platform/feature.ts'
import { type StoredFileReader } from '../../platform/assets/stored-files/stored-file-access.ts'
import { avatarRoutes } from './avatar/routes.ts'
import { emailChangeMailer } from './email-change/email-change-mailer.ts'
import { emailUndoMailer } from './email-change/email-undo-mailer.ts'
import { emailChangeRoutes } from './email-change/routes.ts'
import { accountData } from './export/personal-data.ts'
import { deleteExportBytes, expireDataExport } from './export/data-export.repository.ts'
import { exportMailer } from './export/export-mailer.ts'
import { exportRoutes } from './export/routes.ts'
import { newDeviceMailer } from './new-device/new-device-mailer.ts'
import { expireOneTimeLink } from './one-time-links/one-time-link.repository.ts'
import { resetLinkMailer } from './password-reset/reset-link-mailer.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordResetRoutes } from './password-reset/routes.ts'
import { mailWaitingRegistration, registrationMailer } from './registration/registration-mailer.ts'
import { expireRegistration } from './registration/registration.repository.ts'
import { registrationRoutes } from './registration/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { deleteEndedSessions } from './sessions/delete-ended-sessions.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { mailCodeMailer } from './step-up/mail-code-mailer.ts'
import { stepUpRoutes } from './step-up/routes.ts'
import { pairingRoutes } from './pairing/routes.ts'
import { expirePendingIdentity } from './social/pending-identity.repository.ts'
import { socialRoutes } from './social/routes.ts'
import { suspensionRoutes } from './suspension/routes.ts'
import { endSuspension } from './suspension/suspend-user.ts'
import { suspensionMailer } from './suspension/suspension-mailer.ts'
import { publishAccountChange } from './on-account-changed.ts'
import { demoSignInRoutes } from './sign-in/demo-routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { signInDocuments } from './sign-in/sign-in-documents.ts'

/** Lets everyone see a user's avatar, without the metadata of its original. */
export const avatarReader: StoredFileReader = async ({ db, file }) => {
  const user = await db.selectFrom('users').select('id').where('avatar_file', '=', file.id).executeTakeFirst()
  return user ? 'preview' : 'none'
}

export const accountsFeature: Feature = {
  name: 'accounts',
  routes: [
    ...signInRoutes,
    ...sessionRoutes,
    ...settingsRoutes,
    ...avatarRoutes,
    ...socialRoutes,
    ...registrationRoutes,
    ...emailChangeRoutes,
    ...pairingRoutes,
    ...stepUpRoutes,
    ...passwordResetRoutes,
    ...secondFactorRoutes,
    ...passkeyRoutes,
    ...exportRoutes,
    ...suspensionRoutes,
    ...demoSignInRoutes,
  ],
  eventHandlers: [publishAccountChange],
  nightlyTasks: [deleteEndedSessions],
  timers: [
    expireOneTimeLink,
    expirePendingIdentity,
    expireRegistration,
    mailWaitingRegistration,
    expireDataExport,
    endSuspension,
  ],
  jobs: [
    resetLinkMailer,
    registrationMailer,
    emailChangeMailer,
    emailUndoMailer,
    mailCodeMailer,
    exportMailer,
    deleteExportBytes,
    newDeviceMailer,
    suspensionMailer,
  ],
  storedFileReaders: [avatarReader],
  publicDocuments: signInDocuments,
  personalData: accountData,
}
