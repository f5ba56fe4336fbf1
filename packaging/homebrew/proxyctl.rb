class Proxyctl < Formula
  desc "Intercepting HTTP and HTTPS debugging proxy and API client"
  homepage "__homepage__"
  url "__downloads__/proxyctl-__version__.tgz"
  sha256 "__sha256:proxyctl-VERSION.tgz__"
  license "__license__"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec/"bin/proxyctl"
    man1.install_symlink Dir[libexec/"lib/node_modules/proxyctl/dist/man/*.1"]
    generate_completions_from_executable(bin/"proxyctl", "completion", shells: [:bash, :zsh, :fish])
  end

  service do
    run [opt_bin/"proxyctl", "app", "--no-open"]
    keep_alive crashed: true
    log_path var/"log/proxyctl.log"
    error_log_path var/"log/proxyctl.log"
  end

  test do
    ENV["PROXYCTL_HOME"] = testpath/"data"
    assert_equal version.to_s, shell_output("#{bin}/proxyctl --version").strip
    assert_path_exists shell_output("#{bin}/proxyctl ca").strip
  end
end
