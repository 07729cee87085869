// What an app's platform hands in: React Native's gives numbers, this one where the server has the file.
exports.registerAsset = ({ httpServerLocation, name, type }) =>
  `${httpServerLocation.replace(/^\/assets/, '')}/${name}.${type}`;
