/** Field messages for forms on single pages; those that every page needs are in `messages`. */
export const fieldMessages = {
  countryUnknown: 'Choose a country',
  imgInvalid: 'Must be an https:// address or a path starting with /',
  pictureTooLarge: 'Must be 8 MB or smaller',
  ratingRequired: 'Choose a rating',
  ratingInvalid: 'Must be a whole number from 1 to 5',
  reasonRequired: 'Reason is Required',
  noteRequired: 'Note is Required',
  carrierRequired: 'Carrier is Required',
  listNameRequired: 'Name the list',
  nameTooLong: 'Must be 20 characters or shorter',
  wholeNumber: 'Must be a whole number',
  passkeyName: 'Name the passkey',
  hiddenCharacters: 'Remove line breaks and invisible characters',
  unprintable: 'Remove characters that cannot be printed',
  descriptionRequired: 'Description is Required',
} as const
