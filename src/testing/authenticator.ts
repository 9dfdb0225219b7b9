import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** The parts of a page's WebAuthn request that are read here. */
export type Asked = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } }

/** Deviations of a device, or of an impostor posing as one. */
export type Quirks = {
  origin?: string
  /** Whether it verified its user. */
  verifies?: boolean
  counter?: number
  challenge?: string
  /** The account that it claims the passkey belongs to. */
  userHandle?: string
}

type Kept = { id: string; key: KeyObject; userHandle: string; counter: number }

/** A device with passkeys (WebAuthn Level 3), written from the standard alone: ES256 keys, no attestation. */
export function openAuthenticator(pageOrigin: string, { counts = true } = {}) {
  const kept: Kept[] = []

  function clientData(type: string, { challenge }: Asked, quirks: Quirks): Buffer {
    const data = { type, challenge: quirks.challenge ?? challenge, origin: quirks.origin ?? pageOrigin }
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }))
  }

  function authenticatorData(rpId: string, { verifies = true }: Quirks, counter: number, made?: Buffer): Buffer {
    const flags = 1 | (verifies ? 4 : 0) | (made ? 64 : 0)
    const start = Buffer.alloc(5)
    start.writeUInt8(flags)
    start.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(Buffer.from(rpId)), start, made ?? Buffer.alloc(0)])
  }

  return {
    kept,

    /** Creates a passkey, as `navigator.credentials.create()` does. */
    create(asked: Asked, quirks: Quirks = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const rawId = randomBytes(32)
      const id = rawId.toString('base64url')
      kept.push({ id, key: privateKey, userHandle: asked.user?.id ?? '', counter: 0 })
      const made = Buffer.concat([Buffer.alloc(16), uint16(rawId.length), rawId, coseKey(publicKey)])
      const authData = authenticatorData(asked.rp?.id ?? '', quirks, 0, made)
      const attestationObject = map(['fmt', text('none')], ['attStmt', map()], ['authData', bytes(authData)])
      const response = {
        clientDataJSON: clientData('webauthn.create', asked, quirks).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      }
      return { ...credential(id), response }
    },

    /** Signs with the newest passkey, as `navigator.credentials.get()` does. */
    get(asked: Asked, quirks: Quirks = {}) {
      const passkey = kept.at(-1)
      if (!passkey) throw new Error('this device has no passkey')
      passkey.counter = quirks.counter ?? passkey.counter + (counts ? 1 : 0)
      const data = clientData('webauthn.get', asked, quirks)
      const authData = authenticatorData(asked.rpId ?? '', quirks, passkey.counter)
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(data)]), passkey.key).toString('base64url'),
        userHandle: quirks.userHandle ?? passkey.userHandle,
      }
      return { ...credential(passkey.id), response }
    },
  }
}

export type Authenticator = ReturnType<typeof openAuthenticator>

const credential = (id: string) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} })

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest()

function uint16(value: number): Buffer {
  const two = Buffer.alloc(2)
  two.writeUInt16BE(value)
  return two
}

/** The head of a CBOR value (RFC 8949, 3): its major type and length. */
function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length])
  if (length < 256) return Buffer.from([(kind << 5) | 24, length])
  return Buffer.concat([Buffer.from([(kind << 5) | 25]), uint16(length)])
}

const whole = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value])
const text = (value: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const map = (...entries: [key: string | number, value: Buffer][]): Buffer =>
  Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, value]) => [typeof key === 'string' ? text(key) : whole(key), value]),
  ])

/** An ES256 key in COSE form (RFC 9053, 7.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = (value: string) => bytes(Buffer.from(value, 'base64url'))
  return map([1, whole(2)], [3, whole(-7)], [-1, whole(1)], [-2, point(x)], [-3, point(y)])
}
