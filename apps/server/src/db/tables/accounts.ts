import { type At, type Default, type DefaultAt, type MaybeAt } from '../columns.ts'

export type AccountTables = {
  /** Everybody with an account. Better Auth reads and writes it as its user table. */
  people: {
    id: string
    name: string
    first_name: string
    email: string
    email_verified: Default<boolean>
    role: Default<'client' | 'creator' | 'admin'>
    avatar_file: string | null
    time_zone: Default<string>
    language: Default<'en' | 'es' | 'fr' | 'de' | 'ja' | 'zh' | 'ar'>
    theme: Default<'system' | 'daylight' | 'dusk'>
    operator: Default<boolean>
    /** One line of who this is in the demo world; only demo people have it and can be entered by one press. */
    demo_about: string | null
    terms_version: number
    terms_at: At
    last_login_at: MaybeAt
    closed_at: MaybeAt
    created_at: DefaultAt
    updated_at: DefaultAt
  }
  sessions: {
    id: string
    person_id: string
    token: string
    expires_at: At
    ip_address: string | null
    user_agent: string | null
    created_at: DefaultAt
    updated_at: DefaultAt
  }
  credentials: {
    id: string
    person_id: string
    account_id: string
    provider_id: string
    password: string | null
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: MaybeAt
    refresh_token_expires_at: MaybeAt
    scope: string | null
    created_at: DefaultAt
    updated_at: DefaultAt
  }
  verifications: {
    id: string
    identifier: string
    value: string
    expires_at: At
    created_at: DefaultAt
    updated_at: DefaultAt
  }
  signing_keys: {
    id: string
    public_key: string
    private_key: string
    alg: string | null
    crv: string | null
    created_at: At
    expires_at: MaybeAt
  }
  pairings: {
    id: string
    code_hash: string
    cookie_hash: string
    match: string
    user_agent: string | null
    place: string
    created_at: At
    expires_at: At
    asked_by: Default<string | null>
    approved_by: Default<string | null>
    ended_at: MaybeAt
  }
  confirmations: {
    session_id: string
    person_id: string
    cookie_hash: string
    way: 'password' | 'demo'
    confirmed_at: At
    expires_at: At
  }
}
