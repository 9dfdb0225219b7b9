/**
 * The first import of the process. React chooses its build by NODE_ENV when it is loaded, and its development build
 * renders several times slower: unless the operator says otherwise, a shop runs in production.
 */
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production'
