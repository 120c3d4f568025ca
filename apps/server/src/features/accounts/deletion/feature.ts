import * as routes from '@veranda/contract/accounts/deletion/routes.ts'
import { accountDeletion } from '@veranda/contract/accounts/deletion/schemas.ts'
import { type Feature } from '../../../platform/feature.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedIn, signedInAs } from '../../../platform/http/route-access.ts'
import { deletionsPerAccount } from '../account-limits.ts'
import { cancelDeletion, onlyAdmin, readDeletion, scheduleDeletion } from './change-deletion.ts'
import { deletionMailer } from './deletion-mailer.ts'
import { accountEraser, eraseAtTime, type ErasureParts } from './erase-account.ts'
import { noteErasure } from './erasure-record.ts'

/** Declares the deletion of accounts, with what the other features know and have of a user. */
export function accountDeletionFeature(others: ErasureParts): Feature {
  const parts = { ...others, obstacles: [...others.obstacles, onlyAdmin] }
  return {
    name: 'account-deletion',
    routes: [
      serve(routes.readDeletion, { access: signedIn, reply: accountDeletion }, (ctx) =>
        readDeletion(ctx, parts.obstacles),
      ),
      serve(
        routes.scheduleDeletion,
        {
          access: signedInAs('Anyone signed in, for their own account, after a step-up.'),
          reply: accountDeletion,
          rateLimit: deletionsPerAccount,
        },
        (ctx) => scheduleDeletion(ctx, parts.obstacles),
      ),
      serve(
        routes.cancelDeletion,
        { access: signedIn, reply: accountDeletion, rateLimit: deletionsPerAccount },
        (ctx) => cancelDeletion(ctx, parts.obstacles),
      ),
    ],
    timers: [eraseAtTime(parts)],
    jobs: [deletionMailer, noteErasure],
    erasers: [accountEraser],
  }
}
