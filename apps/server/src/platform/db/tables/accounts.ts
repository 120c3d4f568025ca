import { type AdminRole } from '@veranda/core/admin/admin-roles.ts'
import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { type Timestamp, type Defaulted, type DefaultedTimestamp, type NullableTimestamp } from '../column-types.ts'

export type AccountTables = {
  /** Everyone with an account. Better Auth uses it as its user table. */
  users: {
    id: string
    name: string
    first_name: string
    /** Always verified; null for a user of a provider that gave none. */
    email: string | null
    email_verified: Defaulted<boolean>
    role: Defaulted<'client' | 'creator' | 'admin'>
    avatar_file: string | null
    time_zone: Defaulted<string>
    language: Defaulted<'en' | 'es' | 'fr' | 'de' | 'ja' | 'zh' | 'ar'>
    theme: Defaulted<'system' | 'daylight' | 'dusk'>
    is_admin: Defaulted<boolean>
    /** Not empty for admins, and for no one else. */
    admin_roles: Defaulted<AdminRole[]>
    /** One line about the user in the demo world. Only demo users have it and can be signed in with one click. */
    demo_description: string | null
    terms_version: number
    terms_at: Timestamp
    last_login_at: NullableTimestamp
    closed_at: NullableTimestamp
    /** When the account is erased; null while no deletion is scheduled. */
    deletion_at: NullableTimestamp
    suspended_at: NullableTimestamp
    /** When the suspension ends by itself; null until an admin lifts it. */
    suspended_until: NullableTimestamp
    /** Read by the suspended user; null without a suspension. */
    suspension_reason: Defaulted<string | null>
    /** Of the sessions that ended with the suspension. */
    suspended_token_hashes: Defaulted<string[]>
    created_at: DefaultedTimestamp
    updated_at: DefaultedTimestamp
  }
  sessions: {
    id: string
    user_id: string
    token_hash: string
    expires_at: Timestamp
    ip_address: string | null
    user_agent: string | null
    /** The method of sign-in with which it began. */
    auth_provider: Defaulted<'email' | SocialProvider>
    device_id: string | null
    /** It began with a passkey whose authenticator checked who used it. */
    user_verified: Defaulted<boolean>
    /** When the user proved who they are; a paired session has that of the session that approved it. */
    authenticated_at: DefaultedTimestamp
    created_at: DefaultedTimestamp
    updated_at: DefaultedTimestamp
  }
  /** Browsers that an account has signed in with. */
  known_devices: {
    id: string
    user_id: string
    token_hash: string
    last_used_at: Timestamp
  }
  credentials: {
    id: string
    user_id: string
    account_id: string
    provider_id: string
    password: string | null
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: NullableTimestamp
    refresh_token_expires_at: NullableTimestamp
    scope: string | null
    created_at: DefaultedTimestamp
    updated_at: DefaultedTimestamp
  }
  verifications: {
    id: string
    identifier: string
    value: string
    expires_at: Timestamp
    created_at: DefaultedTimestamp
    updated_at: DefaultedTimestamp
  }
  signing_keys: {
    id: string
    public_key: string
    private_key: string
    alg: string | null
    crv: string | null
    created_at: Timestamp
    expires_at: NullableTimestamp
  }
  pairings: {
    id: string
    code_hash: string
    cookie_hash: string
    match: string
    user_agent: string | null
    ip_address: string
    created_at: Timestamp
    expires_at: Timestamp
    looked_up_by: Defaulted<string | null>
    approved_by: Defaulted<string | null>
    approving_session_id: Defaulted<string | null>
    ended_at: NullableTimestamp
  }
  step_ups: {
    session_id: string
    user_id: string
    cookie_hash: string
    method: 'password' | 'totp' | 'passkey' | 'recovery-code' | 'mail-code' | 'google' | 'demo'
    expires_at: Timestamp
  }
  /** Registrations whose address is not proved yet. */
  registrations: {
    id: string
    email: string
    name: string
    role: 'client' | 'creator'
    terms_version: number
    time_zone: string
    language: 'en' | 'es' | 'fr' | 'de' | 'ja' | 'zh' | 'ar'
    password_hash: string
    browser_hash: string
    source_hash: string
    return_to: string | null
    created_at: Timestamp
  }
  one_time_links: {
    id: string
    kind: 'password-reset' | 'registration' | 'email-change' | 'email-undo' | 'session-refusal'
    user_id: string | null
    registration_id: string | null
    session_id: string | null
    /** The device whose sessions a link of the kind `session-refusal` ends. */
    device_id: string | null
    email: string | null
    token_hash: string
    created_at: Timestamp
    expires_at: Timestamp
    used_at: NullableTimestamp
    replaced_at: NullableTimestamp
  }
  /** Ways to a provider and back that have not ended. */
  oauth_attempts: {
    state_hash: string
    cookie_hash: string
    provider: SocialProvider
    nonce: string
    code_verifier: string
    redirect_uri: string
    return_path: string | null
    link_session_id: string | null
    step_up_session_id: string | null
    started_at: NullableTimestamp
    expires_at: Timestamp
  }
  /** Whom a provider vouches for, before they have an account. */
  pending_identities: {
    id: string
    cookie_hash: string
    provider: SocialProvider
    subject: string
    name: string
    email: string | null
    expires_at: Timestamp
  }
  totp_factors: {
    user_id: string
    secret: string
    created_at: Timestamp
    confirmed_at: NullableTimestamp
    last_used_step: Defaulted<number | null>
  }
  recovery_codes: {
    user_id: string
    code_hash: string
    created_at: Timestamp
    used_at: NullableTimestamp
  }
  passkeys: {
    id: string
    user_id: string
    credential_id: string
    public_key: string
    counter: number
    transports: readonly string[]
    backed_up: boolean
    verifies_user: boolean
    name: string
    created_at: Timestamp
    last_used_at: NullableTimestamp
  }
  passkey_challenges: {
    challenge_hash: string
    purpose: 'add' | 'sign-in' | 'second-factor' | 'step-up'
    cookie_hash: string
    expires_at: Timestamp
  }
  sign_in_challenges: {
    id: string
    user_id: string
    token_hash: string
    auth_provider: 'email' | 'google' | 'tiktok' | 'instagram'
    by_passkey: boolean
    wrong_codes: Defaulted<number>
    created_at: Timestamp
    expires_at: Timestamp
  }
  /** Who was erased, for a restore of a backup from before. */
  erased_accounts: { user_id: string; erased_at: Timestamp }
  step_up_codes: {
    session_id: string
    user_id: string
    code_hash: string
    wrong_codes: Defaulted<number>
    expires_at: Timestamp
  } /** Copies of users' data. */
  data_exports: {
    id: string
    user_id: string
    state: 'collecting' | 'ready' | 'failed'
    progress: Defaulted<number>
    bytes: number | null
    requested_at: Timestamp
    finished_at: NullableTimestamp
    expires_at: NullableTimestamp
  }
}
