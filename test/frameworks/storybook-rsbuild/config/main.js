export default {
  stories: ['../src/*.stories.jsx'],
  framework: 'storybook-react-rsbuild',
  core: { disableTelemetry: true },
};
