import type { DeliveryAddress } from '#features/addresses/schema.ts'
import { api } from './api.ts'

/** The saved addresses of who is signed in, the default first. @throws ApiProblem */
export const addressesOfSender = async (): Promise<DeliveryAddress[]> => (await api.addresses.$get()).json()
